/** Why a change breaks something, or is not known, in English. */

import { errorCatalog } from '../../base/errors.ts';

/** `{0}`: the name of the part as it was. */
export const reviewTexts = errorCatalog({
  gone: { message: '{0} is gone.' },
  /** `{1}`: the new name. */
  renamed: { message: '{0} is now named {1}.' },
  /** `{1}`: `measure`, `dimension`, … */
  'other-kind': { message: '{0} is now a {1}.' },
  /** `{1}`: the new type; `{2}`: the former one. */
  retyped: { message: '{0} is now of type {1} instead of {2}.' },
  'other-type': { message: '{0} has another type.' },
  hidden: { message: '{0} is no longer public.' },
  /** `{0}`: what the platform says. */
  refused: { message: 'It is refused now: {0}' },
  /** `{0}`: a part of the message that a test expects. */
  accepted: { message: 'It expects the error “{0}”, but its query is not refused any more.' },
  /** `{0}`: members. */
  exposed: { message: 'Its viewer sees {0} now.' },
  /** `{0}`: members. */
  unseen: { message: 'Its viewer does not see {0} any more.' },
  /** `{0}`: the branch. */
  'not-built': { message: '{0} is not built.' },
  'not-run': {
    message:
      'The platform does not run {0}, so its model is not compiled. A shared branch runs with a staging environment: enable it, then refresh.',
  },
  'build-failed': { message: 'The build of {0} failed: {1}' },
  'no-answer': { message: 'The platform did not answer for {0} in time.' },
  'compiled-here': { message: 'This computer compiled both models, because the platform does not have them.' },
  'not-compiled-here': { message: 'This computer cannot compile the models, either: {0}' },
  'not-read': { message: 'The compiled model of {0} cannot be read: {1}' },
  /** `{0}`, `{1}`: the cubes. */
  'no-join': { message: 'There is no join from {0} to {1} any more.' },

  // The certificate. `{0}`: the number of slices that both models have, unless it is said otherwise.
  'no-slices': { message: 'No slice is in both models.' },
  /** `{0}`: proved equal; `{1}`: all. */
  'numbers-equal': { message: 'No number changes: {0} of {1} slices proved equal.' },
  /** `{2}`: the same on the data. */
  'numbers-same': {
    message: 'No number changes on this data: {0} of {1} slices proved equal, {2} the same on the data.',
  },
  /** `{1}`: proved equal. */
  'one-differs': { message: 'Numbers change: 1 of {0} slices differs, {1} proved equal.' },
  /** `{1}`: differ; `{2}`: proved equal. */
  'slices-differ': { message: 'Numbers change: {1} of {0} slices differ, {2} proved equal.' },
  'one-unknown': {
    message: 'It is not known whether numbers change: 1 of {0} slices is not compared, {1} proved equal.',
  },
  'slices-unknown': {
    message: 'It is not known whether numbers change: {1} of {0} slices are not compared, {2} proved equal.',
  },
  /** `{1}`: proved equal. */
  'one-refused': { message: '1 of {0} slices cannot be computed any more, {1} proved equal.' },
  /** `{1}`: cannot be computed; `{2}`: proved equal. */
  'slices-refused': { message: '{1} of {0} slices cannot be computed any more, {2} proved equal.' },
  'one-other': { message: '1 slice differs.' },
  others: { message: '{0} slices differ.' },
  /** `{0}`: measures and dimensions; `{1}`: what the database says. */
  'refused-now': { message: 'The database refuses {0} now: {1}' },
  /** `{1}`: how many more; `{2}`: what the database says. */
  'more-refused': { message: 'The database refuses {0} and {1} more now: {2}' },
  'one-same': { message: '1 slice is the same on the data.' },
  'slices-same': { message: '{0} slices are the same on the data.' },
  'one-not-compared': { message: '1 slice is not compared.' },
  'not-compared': { message: '{0} slices are not compared.' },
  'one-new': { message: '1 slice is new.' },
  'slices-new': { message: '{0} slices are new.' },
  'one-gone': { message: '1 slice is gone.' },
  'slices-gone': { message: '{0} slices are gone.' },

  // Attributes of a caller. `{0}`: those that code reads.
  'attributes-set': {
    message:
      'Code reads {0}: compared without them, and with the name of each as its value. Other values are not compared.',
  },
  'attributes-in-part': {
    message:
      'Code reads {0}, and attributes without a name: compared without them, and with the name of each as its value. Other values are not compared.',
  },
  'attributes-unset': { message: 'Code reads {0}: only compared for a caller without attributes.' },
  'attributes-unnamed': { message: 'Code reads the security context: only compared for a caller without attributes.' },

  // Access. `{0}`: groups.
  'all-see-more': { message: 'Everybody sees more than before.' },
  'all-see-less': { message: 'Everybody sees less than before.' },
  /** `{0}`: groups of whom that is not true. */
  'others-see-more': { message: 'Everybody but users in {0} sees more than before.' },
  'others-see-less': { message: 'Everybody but users in {0} sees less than before.' },
  'others-may-see-more': { message: 'Everybody but users in {0} may see more than before.' },
  'others-may-see-less': { message: 'Everybody but users in {0} may see less than before.' },
  'groups-see-more': { message: 'Users in {0} see more than before.' },
  'groups-see-less': { message: 'Users in {0} see less than before.' },
  'all-may-see-more': { message: 'Everybody may see more than before.' },
  'all-may-see-less': { message: 'Everybody may see less than before.' },
  'groups-may-see-more': { message: 'Users in {0} may see more than before.' },
  'groups-may-see-less': { message: 'Users in {0} may see less than before.' },
  'access-unknown': { message: 'It is not known what users in {0} see.' },
  'all-unknown': { message: 'It is not known what everybody sees.' },
  /** `{1}`: a cube or view; `{2}`: members. */
  'more-members': { message: 'Users in {0} see more of {1}: {2}' },
  'less-members': { message: 'Users in {0} see less of {1}: {2}' },
  'all-more-members': { message: 'Everybody sees more of {0}: {1}' },
  'all-less-members': { message: 'Everybody sees less of {0}: {1}' },
  'more-masks': { message: 'Users in {0} see the mask of more members of {1}: {2}' },
  'less-masks': { message: 'Users in {0} see the mask of fewer members of {1}: {2}' },
  'all-more-masks': { message: 'Everybody sees the mask of more members of {0}: {1}' },
  'all-less-masks': { message: 'Everybody sees the mask of fewer members of {0}: {1}' },
  /** `{2}`, `{3}`: conditions on rows. */
  'more-rows': { message: 'Users in {0} see more rows of {1}: {2} before, {3} now' },
  'less-rows': { message: 'Users in {0} see fewer rows of {1}: {2} before, {3} now' },
  'all-more-rows': { message: 'Everybody sees more rows of {0}: {1} before, {2} now' },
  'all-less-rows': { message: 'Everybody sees fewer rows of {0}: {1} before, {2} now' },
  'may-more-rows': { message: 'Users in {0} may see more rows of {1}: {2} before, {3} now' },
  'may-less-rows': { message: 'Users in {0} may see fewer rows of {1}: {2} before, {3} now' },
  'all-may-more-rows': { message: 'Everybody may see more rows of {0}: {1} before, {2} now' },
  'all-may-less-rows': { message: 'Everybody may see fewer rows of {0}: {1} before, {2} now' },
  /** `{0}`: groups of whom that is not true; the others are as above. */
  'others-more-members': { message: 'Everybody but users in {0} sees more of {1}: {2}' },
  'others-less-members': { message: 'Everybody but users in {0} sees less of {1}: {2}' },
  'others-more-masks': { message: 'Everybody but users in {0} sees the mask of more members of {1}: {2}' },
  'others-less-masks': { message: 'Everybody but users in {0} sees the mask of fewer members of {1}: {2}' },
  'others-more-rows': { message: 'Everybody but users in {0} sees more rows of {1}: {2} before, {3} now' },
  'others-less-rows': { message: 'Everybody but users in {0} sees fewer rows of {1}: {2} before, {3} now' },
  'others-may-more-rows': { message: 'Everybody but users in {0} may see more rows of {1}: {2} before, {3} now' },
  'others-may-less-rows': { message: 'Everybody but users in {0} may see fewer rows of {1}: {2} before, {3} now' },
  'all-rows': { message: 'all' },
  'no-rows': { message: 'none' },

  /** `{0}`: a group; `{1}`: why. */
  'access-not-known': { message: 'It is not known what users in {0} see: {1}' },
  'all-not-known': { message: 'It is not known what everybody sees: {0}' },

  // Access, confirmed by the platform. `{0}`: a branch.
  /** `{0}`: answers that are what the policies say; `{1}`: all answers. */
  'access-confirmed': {
    message:
      'Access confirmed with metadata tokens: {0} of {1} answers of the platform are what the access policies say.',
  },
  /** `{1}`: a group; `{2}`: members. */
  'shown-beyond': { message: 'On {0}, the platform shows users in {1} more than the access policies say: {2}' },
  'not-shown': { message: 'On {0}, the platform shows users in {1} less than the access policies say: {2}' },
  /** `{1}`: members. */
  'all-shown-beyond': {
    message: 'On {0}, the platform shows users without groups more than the access policies say: {1}',
  },
  'all-not-shown': {
    message: 'On {0}, the platform shows users without groups less than the access policies say: {1}',
  },
  /** `{1}`: a group; `{2}`: why. */
  'group-not-confirmed': { message: 'What users in {1} see on {0} is not confirmed: {2}' },
  /** `{1}`: why. */
  'all-not-confirmed': { message: 'What users without groups see on {0} is not confirmed: {1}' },
  'branch-not-confirmed': { message: 'What users see on {0} is not confirmed: {1}' },
  /** `{0}`: why. */
  'nothing-confirmed': { message: 'Access is not confirmed: {0}' },
  'models-not-compared': { message: 'the compiled models are not compared.' },
  'no-model-differs': { message: 'no file of the model differs, so nothing was asked.' },
  'attributes-unknown': { message: 'the attributes of users for whom the condition holds are not known.' },
  /** `{0}`, `{1}`: numbers. */
  'callers-cut': { message: 'only {0} combinations of groups were asked for, {1} more were not.' },

  // Content of the platform that was not searched.
  /** `{0}`: a number. */
  'reports-cut': { message: 'Only the first {0} reports were searched.' },
  'reports-without-query': {
    message: 'Reports that the platform lists without their query, so that they were not searched: {0}',
  },
  'dashboards-cut': {
    message: 'Only the workbooks of the first {0} embed tenants, and the first {1} workbooks of each, were searched.',
  },
  'dashboards-without-content': {
    message: 'Dashboards that the platform lists without their content, so that they were not searched: {0}',
  },
  'workbooks-unlisted': {
    message: 'Workbooks that no embed tenant may open were not searched, because the platform does not list them.',
  },
  'notifications-elsewhere': {
    message: 'Notifications that use these names, but may be about dashboards of another deployment: {0}',
  },
  'notifications-not-counted': {
    message: 'Notifications that may be about dashboards of another deployment, so that they were not counted: {0}',
  },
  'notifications-cut': { message: 'Only the first {0} notifications were searched.' },
  'no-time': { message: 'the platform did not answer in time.' },
  /** `{0}`: what the platform says. */
  'reports-not-read': { message: 'Reports were not searched: {0}' },
  'dashboards-not-read': { message: 'Dashboards and workbooks were not searched: {0}' },
  'notifications-not-read': { message: 'Notifications were not searched: {0}' },
  'content-too-large': { message: 'Too large to be searched as a whole: {0}' },
});
