import { expect, test } from './support/test.ts'

test(
  'the terms can be walked through by their table of contents, which follows the reader',
  { tag: '@both' },
  async ({ page }) => {
    await page.goto('/terms')
    await expect(page.getByText('Last updated: April 5, 2025')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('HomeTerms')
    const contents = page.getByRole('navigation', { name: 'On this page' })
    const summary = contents.getByText('On this page').last()
    if (await summary.isVisible()) await summary.click()
    const anchors = await contents
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(anchors.map((anchor) => anchor?.replace('/terms', ''))).toEqual(
      'acceptance services account content payment ip privacy liability indemnification termination modifications governing-law contact'
        .split(' ')
        .map((id) => `#${id}`),
    )
    await expect(contents.locator('[aria-current]'), 'at the top').toHaveText('Acceptance of Terms')
    await contents.getByRole('link', { name: 'Governing Law' }).click()
    await expect(page).toHaveURL('/terms#governing-law')
    await expect(page.getByRole('heading', { name: 'Governing Law' })).toBeInViewport()
    await expect(contents.getByRole('link', { name: 'Governing Law' })).toHaveAttribute('aria-current', 'location')
    await page.locator('#payment').evaluate((section) => section.scrollIntoView())
    await expect(contents.getByRole('link', { name: 'Payment' })).toHaveAttribute('aria-current', 'location')
    await page.getByRole('main').getByRole('link', { name: 'Contact Us', exact: true }).last().click()
    await expect(page).toHaveURL('/contact')
  },
)
