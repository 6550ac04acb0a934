import type { Role } from '@tagma/contract/objects/user.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { Person } from '#state/people.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

type Named = Pick<Person, 'user_id' | 'full_name'>

/** Gives somebody another role. It can be undone; a refusal is told. Resolves with whether it happened. */
export async function changeRole(
  app: App,
  person: Named & { readonly role: number },
  role: Role,
): Promise<boolean> {
  const { user_id, full_name: name } = person
  return attempt(app, async () => {
    await app.client.call(wire.updateUser, { user_id, role })
    showToast(app, {
      name: 'person',
      kind: 'status',
      text: t('organization.role-changed', { name }),
      undo: () => void changeRole(app, { ...person, role }, person.role as Role),
    })
  })
}

/** Closes somebody's account, or opens it again. A refusal is told. Resolves with whether it happened. */
export async function setActive(app: App, person: Named, isActive: boolean): Promise<boolean> {
  const { user_id, full_name: name } = person
  return attempt(app, async () => {
    if (isActive) await app.client.call(wire.reactivateUser, { user_id })
    else await app.client.call(wire.deactivateUser, { user_id })
    showToast(app, {
      name: 'person',
      kind: 'status',
      text: t(isActive ? 'organization.reactivated' : 'organization.deactivated', { name }),
    })
  })
}

async function attempt(app: App, act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    showError(app, error)
    return false
  }
}
