import { useState } from 'preact/hooks'
import { changeOrganization, type OrganizationChange } from '#actions/change-organization.ts'
import { errorText } from '#actions/show-error.ts'
import { useApp } from '#state/use-app.ts'

interface OrganizationChanging {
  /** The reason why the last change was refused. */
  readonly failure: string | undefined
  readonly isBusy: boolean
  /** Changes the organization. `undo` takes it back. Resolves with whether it happened. */
  readonly change: (change: OrganizationChange, undo: OrganizationChange) => Promise<boolean>
}

/** Lets a control change the organization, and say beside itself why that was refused. */
export function useOrganizationChange(label: string): OrganizationChanging {
  const app = useApp()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  return {
    failure,
    isBusy,
    async change(change, undo) {
      setFailure(undefined)
      setBusy(true)
      try {
        await changeOrganization(app, change, undo, label)
        return true
      } catch (error) {
        setFailure(errorText(error))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
