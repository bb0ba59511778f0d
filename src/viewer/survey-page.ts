import type { Questionnaire } from '../contracts/index.ts';
import { surveyFile } from './page-files.ts';
import { hashOf, inline } from './single-page.ts';

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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Survey</title>
<style>${style}</style>
</head>
<body>
<main id="survey"></main>
<script type="application/json" id="questions">${JSON.stringify(questionnaire).replaceAll('<', '\\u003c')}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}
