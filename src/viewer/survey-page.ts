import type { Questionnaire } from '../contracts/index.ts';
import { surveyFile } from './page-files.ts';
import { hashOf, htmlHead, inline } from './single-page.ts';

/** A page that asks the questions and opens from disk; pictures lie beside it. */
export function surveyPage(questionnaire: Questionnaire): string {
  const script = inline(surveyFile('page.js'));
  const style = surveyFile('style.css').replaceAll('</', '<\\/');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "img-src 'self' file:",
    "media-src 'self' file:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `${htmlHead({ title: 'Survey', policy, style })}
<body>
<main id="survey"></main>
<script type="application/json" id="questions">${JSON.stringify(questionnaire).replaceAll('<', '\\u003c')}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}
