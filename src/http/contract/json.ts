import { JSONSchema, Schema as S } from '../../domain/schema.js'

/**
 * Any JSON value: what is arbitrary by nature, such as the payload of a hook, the input of a tool, or metadata of a client.
 * Everything else has a schema.
 */
export const Json = S.Unknown.annotations({ title: 'Json', description: 'Any JSON value', jsonSchema: {} })

export const JsonObject = S.Record({ key: S.String, value: Json })

/**
 * Returns a schema that decodes like the first one, and is described to clients by the second: for input that the domain checks,
 * with codes and messages of its own.
 */
export const describedAs = <A, J, B, I>(decoded: S.Schema<A, J>, described: S.Schema<B, I>): S.Schema<A, I> =>
  decoded.annotations({ jsonSchema: JSONSchema.make(described) }) as unknown as S.Schema<A, I>

/** Returns members that may be anything: the domain checks each of them, with a code for each. */
export const anyOf = <const N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, S.optional(Json)])) as {
    readonly [K in N]: ReturnType<typeof optional>
  }
const optional = () => S.optional(Json)
