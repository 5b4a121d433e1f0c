import { projectOf } from '../project.js'

/** An online shop in TypeScript. */
export const shop = projectOf({
  cwd: '/home/ada/shop',
  commits: [
    'cart: round the total once, not each line',
    'checkout: validate the postcode per country',
    'search: cache facet counts for five minutes',
    'orders: send the confirmation email from a job',
    'ci: run the e2e tests in two shards',
  ],
  files: {
    'src/cart/total.ts': `import { round } from '../money.js'
import type { Line } from './line.js'

/** Returns the total of a cart in cents, tax included. */
export const total = (lines: readonly Line[]): number =>
  lines.map(({ price, quantity }) => round(price * quantity)).reduce((sum, cents) => sum + cents, 0)`,
    'src/checkout/guest.ts': `import { type Session, requireAccount } from '../auth/session.js'
import { addressForm } from './address.js'

export const startCheckout = async (session: Session) => {
  const account = requireAccount(session)
  return addressForm({ email: account.email, address: account.defaultAddress })
}`,
    'src/checkout/address.ts': `const POSTCODE: Readonly<Record<string, RegExp>> = {
  DE: /^\\d{5}$/,
  NL: /^\\d{4} ?[A-Z]{2}$/,
  GB: /^[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}$/,
}

export const isPostcode = (country: string, value: string): boolean =>
  POSTCODE[country]?.test(value.trim().toUpperCase()) ?? true`,
    'src/checkout/pay.ts': `import { Payments } from '@pay/sdk'
import { config } from '../config.js'

const payments = new Payments(config.payKey)

export const pay = async (order: Order): Promise<Receipt> => {
  const payment = await payments.create({ amount: order.total, currency: order.currency })
  payment.confirm()
  return receiptOf(order, payment)
}`,
    'src/search/index.ts': `import { products } from '../catalog.js'
import { tokens } from './tokens.js'

/** Rebuilds the search index after a price import. */
export const afterImport = async (changed: readonly ProductId[]): Promise<void> => {
  await rebuild(await products.all())
  cache.clear()
}`,
    'src/search/rank.ts': `/** Orders results by matching terms, then by sales of the last 30 days. */
export const rank = (results: readonly Result[]): readonly Result[] =>
  results.toSorted((a, b) => b.matches - a.matches || b.sales - a.sales)`,
    'test/cart.test.ts': `import { expect, it } from 'vitest'
import { total } from '../src/cart/total.js'

it('adds two lines of 14.995', () =>
  expect(total([line(14.995), line(14.995)])).toBe(2999))`,
  },
})
