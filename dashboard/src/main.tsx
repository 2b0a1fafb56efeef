import { render } from 'preact';
import { App } from './app.tsx';
import { setDocumentLanguage } from './text/language.ts';
import './theme.css';
import './styles/tables.css';
import './styles/home.css';
import './styles/item.css';
import './styles/forms.css';

setDocumentLanguage();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
