import type { Locator } from 'playwright-core'

/** Chooses an option of a select of the dashboard, by its text or its place in the list. */
export async function choose(select: Locator, option: string | RegExp | number): Promise<void> {
  await select.click()
  const options = select.page().getByRole('listbox').getByRole('option')
  const wanted = typeof option === 'number' ? options.nth(option) : options.filter({ hasText: option }).first()
  await wanted.click()
}
