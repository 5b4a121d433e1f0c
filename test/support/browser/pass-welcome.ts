import type { Page } from 'playwright-core'

/** Leaves the welcome that follows the first login of a user, if it is shown. */
export const passWelcome = async (page: Page): Promise<void> => {
  const start = page.getByRole('button', { name: 'Start', exact: true })
  const live = page.getByText('Live', { exact: true })
  await start.or(live).first().waitFor()
  if (await start.isVisible()) await start.click()
}
