/** The document of the host page, the same in a webview and in a browser: one script, one style, one address to frame. Pure. */

export interface HostHtmlOptions {
  /** Fresh for each document. */
  nonce: string;
  /** The only origin that may be framed: the tenant's. */
  tenantOrigin: string;
  script: string;
  style: string;
  /** Where styles and fonts come from, as a policy names it. */
  assets: string;
  /** What the page may talk to by itself; nothing inside the editor. */
  connect?: string;
  /** Attributes of `<html>` that tell the page where it is. */
  home: 'editor' | 'browser';
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
  const { nonce, script, style, home, language, title } = options;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}" data-home="${home}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(hostPolicy(options))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<link rel="stylesheet" nonce="${nonce}" href="${escaped(style)}">
</head>
<body>
<script nonce="${nonce}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
