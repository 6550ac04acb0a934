/** Ends the session, and with it everything that this device keeps. The server answers with the page to sign in. */
export function signOut(): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/accounts/logout/'
  document.body.append(form)
  form.submit()
}
