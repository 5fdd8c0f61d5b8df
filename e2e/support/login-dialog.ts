import type { Page } from '@playwright/test'

/** The panel at the bottom edge, as a person uses it. */
export const loginDialog = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Login' })
  return {
    dialog,
    email: dialog.getByLabel('Email'),
    password: dialog.getByLabel('Password'),
    submit: dialog.getByRole('button', { name: 'Login', exact: true }),
    async fill({ email, password }: { email: string; password: string }) {
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Password').fill(password)
    },
    async logIn(member: { email: string; password: string }) {
      await this.fill(member)
      await this.password.press('Enter')
      await dialog.waitFor({ state: 'hidden' })
    },
  }
}
