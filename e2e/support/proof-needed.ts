import type { Page } from '@playwright/test'

const REFUSALS = {
  proof_needed: 'Please confirm that it is you',
  strong_proof_needed: 'Please confirm with a code',
}

/**
 * Refuses the first call of this method as ten minutes after signing in; from then on the server itself decides.
 * Not by `times: 1`: that also counts calls of another method, such as the one that loads the page.
 */
export async function refuseOnce(
  page: Page,
  url: string,
  method: 'POST' | 'DELETE',
  code: keyof typeof REFUSALS = 'proof_needed',
) {
  let isFirst = true
  await page.route(url, (route) => {
    if (!isFirst || route.request().method() !== method) return route.fallback()
    isFirst = false
    return route.fulfill({
      status: 403,
      headers: { 'x-error-code': code },
      json: { statusCode: 403, error: 'Forbidden', message: REFUSALS[code] },
    })
  })
}

export const proofDialog = (page: Page) => page.getByRole('dialog', { name: REFUSALS.proof_needed })

export async function proveWithPassword(page: Page, { password }: { password: string }) {
  await proofDialog(page).getByLabel('Password').fill(password)
  await proofDialog(page).getByRole('button', { name: 'Confirm', exact: true }).click()
}
