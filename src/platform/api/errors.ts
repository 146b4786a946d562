/** The failures of requests that a user writes. */

import { errorCatalog } from '../../base/errors.ts';

export const apiErrors = errorCatalog({
  'no-operations': {
    message: 'The platform’s API document names no operation.',
    action: 'Check the address of the platform.',
  },
  'not-a-request': {
    message: 'This document is not an API request: {0}.',
    action: 'Run “Open API Request” to create one.',
  },
  'unknown-operation': {
    message: 'The platform has no operation “{0}”.',
    action: 'Select another operation.',
  },
  'unknown-parameter': {
    message: '“{0}” is not a parameter of {1}.',
    action: 'Remove it, or use one of: {2}.',
  },
  'missing-parameter': {
    message: 'The parameter “{0}” of {1} is missing.',
    action: 'Add it under “parameters”.',
  },
  'bad-parameter': {
    message: 'The parameter “{0}” is not a text, number or Boolean.',
    action: 'Write a single value.',
  },
  'missing-body': { message: '{0} needs a body.', action: 'Add it under “body”.' },
  'no-body': { message: '{0} takes no body.', action: 'Remove “body”.' },
  'no-route': {
    message: 'This platform does not have the operation {0}.',
    action: 'Ask its operator for a newer version.',
  },
  'answer-unreadable': {
    message: 'The answer to {0} cannot be read.',
    action: 'Check that the versions of this extension and the platform match.',
  },
  'resource-gone': {
    message: '“{0}” no longer exists on the platform.',
    action: 'Close this document.',
  },
  'not-a-resource': {
    message: 'This document is not a JSON object: {0}.',
    action: 'Correct it, then save again.',
  },
  'read-only-property': {
    message: 'The platform does not let you change “{0}”.',
    action: 'Restore its value, then save again.',
  },
  'property-not-removable': {
    message: 'The platform does not let you remove “{0}”.',
    action: 'Restore it, then save again.',
  },
  'bad-form': {
    message: 'The field “{0}” of the form is not a text.',
    action: 'Write a text, or the path of a file for a field that takes one.',
  },
});
