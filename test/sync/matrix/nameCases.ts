/** File names, each with its expected result: synced, or refused with a reason. */

export interface NameCase {
  what: string;
  /** Relative to the project folder. */
  path: string;
  /** Matches the reason; without it the name is synced. */
  refused?: RegExp;
  /** No disk can store it; only a server can list it. */
  remoteOnly?: true;
  /** The platform refuses it from every client. */
  refusedByPlatform?: true;
}

const allowed = (what: string, path: string): NameCase => ({ what, path });
export const refused = (what: string, path: string, reason: RegExp, more: Partial<NameCase> = {}): NameCase => {
  return { what, path, refused: reason, ...more };
};
const remoteOnly = { remoteOnly: true, refusedByPlatform: true } as const;

/** A name is synced when the platform, git and three operating systems can store it. */
export const names: readonly NameCase[] = [
  allowed('a plain name', 'model/cubes/orders.yml'),
  allowed('a project file', 'cube.js'),
  allowed('no extension', 'model/README'),
  allowed('upper case', 'model/cubes/ORDERS2.YML'),
  allowed('twelve folders deep', 'model/a/b/c/d/e/f/g/h/i/j/k/l.yml'),
  allowed('a space', 'model/two words.yml'),
  allowed('a space at the beginning', 'model/ first.yml'),
  allowed('spaces in a folder', 'model/my own cubes/x y z.yml'),
  allowed('composed Unicode (NFC)', 'model/caf\u00e9.yml'),
  allowed('decomposed Unicode (NFD)', 'model/the\u0301.yml'),
  allowed('emoji', 'model/🛒.yml'),
  allowed('emoji with a variation selector', 'model/\u2764\ufe0f.yml'),
  allowed('Chinese, Japanese, Korean', 'model/注文_ちゅうもん_주문.yml'),
  allowed('Hebrew and Arabic', 'model/הזמנות/طلبات.yml'),
  allowed('beyond the basic plane', 'model/𝔬𝔯𝔡𝔢𝔯𝔰.yml'),
  allowed('percent', 'model/100%.yml'),
  allowed('an encoded dot-dot', 'model/%2e%2e/x.yml'),
  allowed('an encoded slash', 'model/a%2Fb.yml'),
  allowed('an encoded NUL', 'model/a%00.yml'),
  allowed('hash', 'model/a#b.yml'),
  allowed('plus', 'model/a+b.yml'),
  allowed('ampersand and equals', 'model/a=1&b=2.yml'),
  allowed('single quote', "model/o'clock.yml"),
  allowed('backtick and dollar', 'model/`$(x)`.yml'),
  allowed('semicolon and the word filename', 'model/a; filename=b; name=c.yml'),
  allowed('brackets and braces', 'model/[a]{b}(c)!@^,.yml'),
  allowed('two dots in a name', 'model/a..b.yml'),
  allowed('a name of objects', 'model/__proto__'),
  allowed('another name of objects', 'model/constructor.yml'),
  allowed('a dash at the beginning', 'model/-rf.yml'),
  allowed('nearly a device', 'model/console.yml'),
  allowed('nearly a device, with a number', 'model/com10.yml'),
  allowed('nearly git', 'model/gitlab.git'),
  allowed('255 bytes', `model/${'x'.repeat(251)}.yml`),
  allowed('255 bytes in UTF-8', `model/${'ä'.repeat(125)}x.yml`),
  allowed('a path of 900 bytes', `model/${'deep/'.repeat(178)}x.js`),

  refused('dot-dot', 'model/../outside.yml', /“\.\.”/, remoteOnly),
  refused('dot-dot above the project', '../outside.yml', /Only|“\.\.”/, remoteOnly),
  refused('dot-dot far above', 'model/../../../outside.yml', /“\.\.”/, remoteOnly),
  refused('dot-dot at the end', 'model/a/..', /“\.\.”/, remoteOnly),
  refused('a single dot', 'model/./x.yml', /“\.”/, remoteOnly),
  refused('a folder without a name', 'model//x.yml', /no name/, remoteOnly),
  refused('a slash at the end', 'model/x/', /no name/, remoteOnly),
  refused('absolute', '/model/x.yml', /Only|absolute/, remoteOnly),
  refused('a backslash', 'model/a\\b.yml', /backslash/, { refusedByPlatform: true }),
  refused('dot-dot with backslashes', 'model/..\\..\\outside.yml', /backslash/, { refusedByPlatform: true }),
  refused('a drive', 'model/C:/x.yml', /colon/),
  refused('a colon', 'model/a:b.yml', /colon/),
  refused('a stream of NTFS', 'model/a.yml::$DATA', /colon/),
  refused('NUL', 'model/a\u0000b.yml', /control/, remoteOnly),
  refused('a line break', 'model/a\nb.yml', /control/),
  refused('CR and LF', 'model/a\r\nX-Header: b.yml', /colon|control/),
  refused('a tab', 'model/a\tb.yml', /control/),
  refused('escape', 'model/\u001b[31m.yml', /control/),
  refused('delete', 'model/a\u007f.yml', /control/),
  refused('a control character above ASCII', 'model/a\u0085.yml', /control/),
  refused('right-to-left override', 'model/\u202elmy.a', /invisible|direction/),
  refused('an isolate', 'model/a\u2066b.yml', /invisible|direction/),
  refused('a left-to-right mark', 'model/a\u200eb.yml', /invisible|direction/),
  refused('an Arabic letter mark', 'model/a\u061cb.yml', /invisible|direction/),
  refused('a space without width', 'model/a\u200bb.yml', /invisible/),
  refused('a soft hyphen', 'model/a\u00adb.yml', /invisible/),
  refused('a tag character', 'model/a\u{e0041}b.yml', /invisible/),
  refused('a byte order mark', 'model/\ufeffa.yml', /invisible/),
  refused('half a character', 'model/\ud83d.yml', /Unicode/, remoteOnly),
  refused('the replacement character', 'model/a\ufffd.yml', /Unicode/),
  refused('a question mark', 'model/a?.yml', /Windows/),
  refused('an asterisk', 'model/*.yml', /Windows/),
  refused('double quotes', 'model/"a".yml', /Windows/),
  refused('less and greater', 'model/<a>.yml', /Windows/),
  refused('a pipe', 'model/a|b.yml', /Windows/),
  refused('a device', 'model/CON', /device/),
  refused('a device with an extension', 'model/nul.yml', /device/),
  refused('a device in mixed case', 'model/Aux.tar.gz', /device/),
  refused('a numbered device', 'model/com1.yml', /device/),
  refused('a device with a superscript', 'model/LPT\u00b9.yml', /device/),
  refused('a device as a folder', 'model/prn/x.yml', /device/),
  refused('a device with a space', 'model/con .yml', /device/),
  refused('a console device', 'model/CONOUT$', /device/),
  refused('a dot at the end', 'model/a.yml.', /ends with/),
  refused('a space at the end', 'model/a.yml ', /ends with/),
  refused('a folder with a dot at the end', 'model/a./x.yml', /ends with/),
  refused('three dots', 'model/...', /dot/),
  refused('git’s folder', 'model/.git/config', /git/, { refusedByPlatform: true }),
  refused('git’s folder in upper case', 'model/.GIT/hooks/post-checkout', /git/, { refusedByPlatform: true }),
  refused('git’s folder, as Windows reads it', 'model/.git. /config', /git|ends with/),
  refused('git’s folder, by its short name', 'model/GIT~1/config', /git/),
  refused('git’s folder, as a Mac reads it', 'model/.g\u200cit/config', /invisible/),
  refused('a file of git’s', 'model/.gitattributes', /git/),
  refused('git’s modules', 'model/.gitmodules', /git/),
  refused('the editor’s settings', 'model/.vscode/settings.json', /dot/),
  refused('the editor’s settings, by their short name', 'model/VSCODE~1/tasks.json', /short name/),
  refused('a hidden file', 'model/.hidden.yml', /dot/),
  refused('a hidden folder', 'model/.hidden/x.yml', /dot/),
  refused('environment variables', 'model/.env', /secrets|dot/),
  refused('environment variables of production', 'model/.env.production', /secrets|dot/),
  refused('a private key', 'model/server.pem', /[Kk]ey/),
  refused('an installed package', 'model/node_modules/x/index.js', /packages/),
  refused('a temporary file', 'model/orders.yml~', /temporary/),
  refused('256 bytes', `model/${'x'.repeat(252)}.yml`, /255 bytes/, remoteOnly),
  refused('256 bytes in UTF-8', `model/${'ä'.repeat(126)}.yml`, /255 bytes/, remoteOnly),
  refused('a path of more than 900 bytes', `model/${'deep/'.repeat(179)}x.js`, /900 bytes/),
];

export const syncedNames = names.filter((each) => !each.refused);
export const refusedNames = names.filter((each) => each.refused);

/** Different bytes for each name and version. */
export function bytesOf({ path }: NameCase, version: number): Buffer {
  return Buffer.from(`# ${version} of ${JSON.stringify(path)}\n`);
}
