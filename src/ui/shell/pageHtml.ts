/** The HTML document of a page. Its policy allows one style, and, if it has them, one script and a worker from the page's own content. */

import { escapeHtml } from '../../base/html.ts';

export interface PageHtmlOptions {
  /** New for each document; undefined: it has no script. */
  script?: { nonce: string; address: string };
  style: string;
  /** The script of the worker, which the page loads as a text; undefined: the page has none. */
  worker?: string;
  /** CSP source of these files. */
  assets: string;
  language: string;
  title: string;
  /** HTML of its body. Texts of others in it are escaped. */
  content?: string;
}

function pagePolicy({ script, assets, worker }: PageHtmlOptions): string {
  return [
    `default-src 'none'`,
    ...(script === undefined ? [] : [`script-src 'nonce-${script.nonce}'`]),
    `style-src ${assets}`,
    `font-src ${assets}`,
    ...(worker === undefined ? [] : [`connect-src ${assets}`, `worker-src blob:`]),
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
}

export function pageHtml(options: PageHtmlOptions): string {
  const { script, style, worker = '', language, title, content = '' } = options;
  const loaded = script && `<script nonce="${script.nonce}" src="${escapeHtml(script.address)}"></script>`;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(pagePolicy(options))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(style)}">
</head>
<body data-worker="${escapeHtml(worker)}" data-vscode-context="${escapeHtml('{"preventDefaultContextMenuItems":true}')}">
${content}${loaded ?? ''}
</body>
</html>
`;
}
