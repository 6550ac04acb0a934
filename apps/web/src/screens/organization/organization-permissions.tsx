import { changeOrganization } from '#actions/change-organization.ts'
import { PermissionField } from '#parts/permission/permission-field.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { permissionReason } from './change-reason.ts'
import { type OfferedPermission, permissionGroups } from './permission-groups.ts'

/** Who may do what in the organization. */
export function OrganizationPermissions() {
  // Who needs a second step stands beside the other ways of signing in.
  const shown = permissionGroups.filter(([title]) => title !== 'organization.second-step')
  return shown.map(([title, names]) => (
    <section key={title} class="setting-group">
      <h2>{t(title)}</h2>
      {names.map((name) => (
        <Permission key={name} name={name} />
      ))}
    </section>
  ))
}

/** A permission, and who has it. */
export function Permission({ name }: { readonly name: OfferedPermission }) {
  const app = useApp()
  const value = useKnown(({ state }) => state?.[`realm_${name}`])
  const limits = useKnown(({ state }) => state?.server_supported_permission_settings?.realm[name])
  const reason = useKnown(({ state }) => state && permissionReason(state, name))
  if (value === undefined || !limits) return null
  const label = t(`organization.${name}`)
  return (
    <PermissionField
      {...{ label, value, limits, reason }}
      onSave={(next, old) =>
        changeOrganization(app, { [name]: { new: next, old } }, { [name]: { new: old, old: next } }, label)
      }
    />
  )
}
