/** Entry of the host page, in the editor and in the outside browser: finds the wire to the extension and starts the host. */

import * as z from 'zod/mini';
import { editorPort, runsInEditor, serverPort } from './extension/ports.ts';
import { startHost } from './startHost.ts';

// The page's policy forbids making code from text; the parser must not even try.
z.config({ jitless: true });

startHost(document.body, runsInEditor() ? editorPort() : serverPort());
