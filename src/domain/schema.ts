/**
 * The one import point of @effect/schema: changing the schema library means changing this file. The architecture test checks that
 * nothing else imports the package.
 */
export * as AST from '@effect/schema/AST'
export * as JSONSchema from '@effect/schema/JSONSchema'
export * as ParseResult from '@effect/schema/ParseResult'
export * as Schema from '@effect/schema/Schema'
