/** Entry point of the host page, in the editor and in the outside browser. */

import * as z from 'zod/mini';
import { editorPort, runsInEditor } from '../shared/hostPort.ts';
import { serverPort } from './extension/serverPort.ts';
import { startHost } from './startHost.ts';

// The content security policy forbids `new Function`, so zod must not try it.
z.config({ jitless: true });

startHost(document.body, runsInEditor() ? editorPort() : serverPort());
