import { render } from 'preact';
import { App } from './app.tsx';
import './theme.css';
import './styles/tables.css';
import './styles/home.css';
import './styles/item.css';

const root = document.getElementById('app');
if (root !== null) render(<App />, root);
