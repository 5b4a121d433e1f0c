import { JSONSchema } from '../../domain/schema.js'
import type { AnySchema } from '../contract/endpoint.js'

export type Json = Readonly<Record<string, unknown>>

const converted = new WeakMap<AnySchema, Json>()

/** A schema of the contract as OpenAPI 3.0.3 describes it. */
export const schema303 = (schema: AnySchema): Json => {
  const known = converted.get(schema)
  if (known !== undefined) return known
  const { $schema: _, $defs = {}, ...root } = JSONSchema.make(schema) as unknown as Json & { $defs?: Json }
  const result = to303(root, $defs)
  converted.set(schema, result)
  return result
}

const LEFT_OUT = new Set(['$id', '$schema', '$comment', 'patternProperties'])

/** JSON Schema draft 7 in OpenAPI 3.0.3: no null type, no $defs, no const, no empty required. */
const to303 = (schema: Json, defs: Json): Json => {
  if (typeof schema.$ref === 'string') return to303((defs[schema.$ref.replace('#/$defs/', '')] ?? {}) as Json, defs)
  if (Array.isArray(schema.anyOf)) return alternatives(schema, schema.anyOf as readonly Json[], defs)
  if (schema.const !== undefined) return { ...describe(schema), ...enumeration([schema.const]) }
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (LEFT_OUT.has(key)) continue
    if (key === 'required' && Array.isArray(value) && value.length === 0) continue
    // Not listed does not mean forbidden: later releases add members.
    if (key === 'additionalProperties' && value === false) continue
    out[key] = member(key, value, defs)
  }
  const patterns = schema.patternProperties as Readonly<Record<string, Json>> | undefined
  if (patterns !== undefined) out.additionalProperties = to303(Object.values(patterns)[0] ?? {}, defs)
  return Array.isArray(schema.enum) ? { ...out, ...enumeration(schema.enum) } : out
}

const member = (key: string, value: unknown, defs: Json): unknown => {
  if (key === 'properties') {
    return Object.fromEntries(
      Object.entries(value as Readonly<Record<string, Json>>).map(([name, one]) => [name, to303(one, defs)]),
    )
  }
  const isSchema = key === 'items' || key === 'additionalProperties' || key === 'not'
  return isSchema && typeof value === 'object' && value !== null ? to303(value as Json, defs) : value
}

/** An enumeration that admits null says so twice: null is a value of it, and `nullable` extends its type. */
const enumeration = (values: readonly unknown[]): Json => {
  const type = typeof values.find((value) => value !== null)
  return { type, enum: values, ...(values.includes(null) ? { nullable: true } : {}) }
}

const isNull = ({ type, enum: values }: Json): boolean =>
  type === 'null' || (Array.isArray(values) && values.length === 1 && values[0] === null)

const alternatives = (schema: Json, options: readonly Json[], defs: Json): Json => {
  const some = options.filter((option) => !isNull(option)).map((option) => to303(option, defs))
  const isNullable = some.length < options.length
  const [first = {}, ...others] = some
  const withNull = isNullable ? admitNull(first) : first
  return { ...describe(schema), ...(others.length === 0 ? withNull : { anyOf: [withNull, ...others] }) }
}

/** `nullable` extends the type beside it: where there is no type, null is admitted already. */
const admitNull = (schema: Json): Json => {
  if (schema.type === undefined) return schema
  return { ...schema, nullable: true, ...(Array.isArray(schema.enum) ? { enum: [...(schema.enum as []), null] } : {}) }
}

const describe = (schema: Json): Json =>
  typeof schema.description === 'string' ? { description: schema.description } : {}
