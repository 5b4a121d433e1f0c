/** What the members `format` and `version` of our bundles contain. */
export const BUNDLE_FORMAT = 'svc-export'
export const BUNDLE_VERSION = 1
