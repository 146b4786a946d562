/** Separate from the operations, which would load at activation. */

/** The server returns this instead of the value of a secret variable, and does not accept it as a value. */
export const encryptedPlaceholder = '[ENCRYPTED]';
