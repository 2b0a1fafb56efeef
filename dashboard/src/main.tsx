import { render } from 'preact';
import { App } from './app.tsx';
import { loadView } from './frame/lazy-view.tsx';
import { pageAt } from './frame/pages.ts';
import { setDocumentLanguage } from './text/language.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/controls.css';
import './styles/tables.css';
import './styles/search.css';
import './styles/charts.css';
import './styles/offers.css';
import './styles/tape.css';
import './styles/bands.css';
import './styles/sources.css';
import './styles/home.css';
import './styles/filters.css';
import './styles/ratio.css';
import './styles/item.css';
import './styles/forms.css';
import './styles/design.css';

// Its code comes while the session is being opened
void loadView(pageAt(location.pathname)).catch(() => {});
setDocumentLanguage();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
