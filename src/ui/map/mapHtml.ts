/** The HTML document of the model map. Its policy allows one script, one style, and a worker from the page's own content. */

export interface MapHtmlOptions {
  /** New for each document. */
  nonce: string;
  script: string;
  style: string;
  /** The script of the worker, which the page loads as a text. */
  worker: string;
  /** CSP source of these files. */
  assets: string;
  language: string;
  title: string;
}

function mapPolicy({ nonce, assets }: MapHtmlOptions): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${assets}`,
    `font-src ${assets}`,
    `connect-src ${assets}`,
    `worker-src blob:`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
}

export function mapHtml(options: MapHtmlOptions): string {
  const { nonce, script, style, worker, language, title } = options;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(mapPolicy(options))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${escaped(style)}">
</head>
<body data-worker="${escaped(worker)}" data-vscode-context="${escaped('{"preventDefaultContextMenuItems":true}')}">
<script nonce="${nonce}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
