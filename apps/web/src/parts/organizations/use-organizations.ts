import { useLayoutEffect, useState } from 'preact/hooks'
import {
  lookAtOrganizations,
  type Organizations,
  otherOrganizations,
  readOrganizations,
} from '#actions/other-organizations.ts'
import { useApp } from '#state/use-app.ts'

/** Returns the other organizations that this browser knows, and asks each whether it is there. */
export function useOrganizations(): Organizations {
  const app = useApp()
  const [shown, show] = useState(() => {
    readOrganizations()
    return otherOrganizations.get()
  })
  useLayoutEffect(() => {
    lookAtOrganizations(app)
    return otherOrganizations.subscribe(() => show(otherOrganizations.get()))
  }, [])
  return shown
}
