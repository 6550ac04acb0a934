import { useState } from 'preact/hooks'
import { useCommand } from '#keys/use-command.ts'
import { lazy } from '#parts/lazy.tsx'

const SignOut = lazy(async () => (await import('#screens/places/sign-out.tsx')).SignOut)

/** Signs out from anywhere in the page, after asking about what would be lost. */
export function SignOutHost() {
  const [isLeaving, setLeaving] = useState(false)
  useCommand('signOut', () => setLeaving(true))
  return isLeaving ? <SignOut onClose={() => setLeaving(false)} /> : null
}
