import type { Page } from 'playwright-core'

/**
 * Changes a setting of the organization by its control on a page that is open: turns a switch, chooses by the text of the
 * choice, or types a text or a number.
 */
export async function changeOrganization(page: Page, name: string, to: string | boolean): Promise<void> {
  const row = page.locator(`[data-setting="${name}"]`)
  await row.waitFor()
  if (typeof to === 'boolean') return row.getByRole('switch').click()
  const select = row.getByRole('combobox')
  if ((await select.count()) > 0) return void (await select.selectOption(to))
  await row.getByRole('textbox').or(row.getByRole('spinbutton')).fill(to)
  await row.getByRole('textbox').or(row.getByRole('spinbutton')).press('Enter')
}
