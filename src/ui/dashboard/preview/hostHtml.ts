/** The HTML document of the host page, for a webview and for a browser. Its policy allows one script, one style and one frame. */

import { escapeHtml } from '../../../base/html.ts';
import type { HostEnvironment } from '../../../contract/messages/hostConfig.ts';

export interface HostHtmlOptions {
  /** New for each document. */
  nonce: string;
  /** The only origin that the page may frame. */
  tenantOrigin: string;
  script: string;
  style: string;
  /** CSP source of styles, fonts and images. */
  assets: string;
  /** CSP source for `fetch`; none inside the editor. */
  connect?: string;
  environment: HostEnvironment;
  language: string;
  title: string;
}

export function hostPolicy({ nonce, tenantOrigin, assets, connect }: HostHtmlOptions): string {
  return [
    `default-src 'none'`,
    `frame-src ${new URL(tenantOrigin).origin}`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${assets} 'nonce-${nonce}'`,
    `font-src ${assets}`,
    `img-src ${assets} data:`,
    ...(connect ? [`connect-src ${connect}`] : []),
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
}

export function hostHtml(options: HostHtmlOptions): string {
  const { nonce, script, style, environment, language, title } = options;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}" data-environment="${environment}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(hostPolicy(options))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" nonce="${nonce}" href="${escapeHtml(style)}">
</head>
<body>
<script nonce="${nonce}" src="${escapeHtml(script)}"></script>
</body>
</html>
`;
}
