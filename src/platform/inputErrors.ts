/** The failures of what the user enters to connect: the platform's address and a key. Loaded at activation. */

import { errorCatalog } from '../base/errors.ts';

export const inputErrors = errorCatalog({
  'not-an-address': {
    message: 'This is not the address of a platform.',
    action: 'Enter an address such as https://tenant.example.com.',
  },
  'address-with-password': {
    message: 'The address contains a user name or password.',
    action: 'Remove the part before the @: the key is entered separately.',
  },
  'address-without-https': {
    message: 'The address must start with https:// ({0}).',
    action: 'Use https://. Plain http is for this machine only.',
  },
  'unusable-key': {
    message: 'The key is empty or contains spaces, line breaks or characters outside ASCII.',
    action: 'Copy the key again, without anything around it.',
  },
});
