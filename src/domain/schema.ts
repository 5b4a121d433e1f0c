/**
 * The one import point of @effect/schema: leaving it for another schema library is a change of this file.
 * Nothing else imports the package (enforced by the architecture test).
 */
export * as ArrayFormatter from '@effect/schema/ArrayFormatter'
export * as JSONSchema from '@effect/schema/JSONSchema'
export * as ParseResult from '@effect/schema/ParseResult'
export * as Schema from '@effect/schema/Schema'
