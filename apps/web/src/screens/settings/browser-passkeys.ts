import * as wire from '@tagma/contract/wire.ts'
import { errorText } from '#actions/show-error.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'

type Client = App['client']

/** Tells whether the browser can make and use passkeys here: they need https, or a server on the same machine. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Lets the browser make a passkey. Rejects with a DOMException where it does not, or the person does not want to. */
export async function makePasskey(options: unknown): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  return jsonOf(await navigator.credentials.create({ publicKey }))
}

/** Proves by a passkey that it is oneself. Rejects with a DOMException where none was used. */
export async function proveByPasskey(client: Client): Promise<void> {
  const { options } = await client.call(wire.askForPasskey, {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const passkey = jsonOf(await navigator.credentials.get({ publicKey }))
  await client.call(wire.stepUp, { passkey })
}

/** Says why a proof was none. */
export const proofFailure = (error: unknown): string =>
  error instanceof DOMException ? t('settings.passkeys.not-used') : errorText(error)

function jsonOf(credential: Credential | null): Record<string, unknown> {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey', 'NotAllowedError')
  return { ...(credential.toJSON() as object) }
}
