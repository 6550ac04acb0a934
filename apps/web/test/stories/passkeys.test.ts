import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage, widths } from '#test/story.ts'

const story = stage()

/** Gives a page's browser a device that makes passkeys and says that it has looked who is there. */
async function addDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

/** Lets the server's next answer to a call be that the session is too old: nobody waits a quarter of an hour here. */
async function askForProofAt(page: Page, path: string, ways: readonly string[]) {
  story.expectComplaint(/40[13]/)
  await page.route(
    path,
    (route) =>
      route.fulfill({
        status: 403,
        json: { result: 'error', msg: 'Prove that it is you.', code: 'STEP_UP_REQUIRED', ways },
      }),
    { times: 1 },
  )
}

test.each(widths)(
  '%s, a passkey is made, signs in by itself and as a second step, and is removed',
  async (_, size) => {
    const name = size === phone ? 'mo' : 'gus'
    const { email, password } = story.world.people[name]
    const page = await story.open(name, { path: '/#settings/account-and-privacy', ...size })
    const { devtools, authenticatorId } = await addDevice(page)
    await askForProofAt(page, '**/json/tagma/passkeys/begin', ['password'])
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel(/^Name, such as/)
    await expect.poll(() => field.inputValue()).not.toBe('')
    expect(await accessibilityProblems(page)).toEqual([])
    await field.fill('Test device')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Your password').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    // The field has the focus.
    await page.keyboard.type('a wrong password')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Your password').fill(password)
    await page.keyboard.press('Enter')
    const codes = dialog.getByRole('list', { name: 'Recovery codes' })
    await codes.waitFor()
    const [recovery = ''] = await codes.getByRole('listitem').allTextContents()
    await dialog.getByRole('button', { name: 'I have kept them' }).press('Enter')
    const list = page.getByRole('list', { name: 'Passkeys' })
    await list.getByText('Test device').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])

    // The passkey is a proof itself. The same device refuses a second one.
    await askForProofAt(page, '**/json/tagma/passkeys/begin', ['passkey', 'recovery'])
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await field.press('Enter')
    await dialog.getByLabel('Recovery code').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    // The button has the focus.
    await page.keyboard.press('Enter')
    await page.getByText('This device has a passkey of yours already.').waitFor()

    // Nobody needs a code for another factor, either.
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await codes.waitFor()
    expect(await codes.getByRole('listitem').allTextContents()).not.toContain(recovery)
    await dialog.getByRole('button', { name: 'I have kept them' }).press('Enter')

    await list.getByRole('button', { name: 'Rename Test device' }).press('Enter')
    await field.fill('Other name')
    await field.press('Enter')
    await list.getByText('Other name').waitFor()

    const outside = await story.openSignedOut({ path: '/login/', ...size })
    const other = await addDevice(outside)
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    const [credential] = credentials
    if (!credential) throw new Error('The device has a passkey')
    await other.devtools.send('WebAuthn.addCredential', {
      authenticatorId: other.authenticatorId,
      credential: { ...credential, signCount: credential.signCount + 100 },
    })

    // As the second step, after the password: nobody touches the device at the sign-in page.
    const touch = (enabled: boolean) =>
      other.devtools.send('WebAuthn.setAutomaticPresenceSimulation', {
        authenticatorId: other.authenticatorId,
        enabled,
      })
    await touch(false)
    await outside.reload()
    await outside.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    expect(await accessibilityProblems(outside)).toEqual([])
    await outside.getByLabel('Email address').fill(email)
    await outside.getByLabel('Password', { exact: true }).fill(password)
    await outside.keyboard.press('Enter')
    await outside.getByRole('heading', { name: 'One more step' }).waitFor()
    expect(await accessibilityProblems(outside)).toEqual([])
    await touch(true)
    await outside.getByRole('button', { name: 'Use a passkey' }).click()
    await outside.waitForURL((url) => url.pathname === '/')

    // By itself: the browser offers it at the sign-in page, and the device takes the offer.
    await outside.goto('about:blank')
    await outside.context().clearCookies()
    await outside.goto('/login/')
    await outside.waitForURL((url) => url.pathname === '/')

    await list.getByRole('button', { name: 'Remove Other name' }).click()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Other name is removed.').waitFor()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(0)
    expect(recovery).toMatch(/^[a-z2-7-]{19}$/)
  },
)
