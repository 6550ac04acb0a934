import { render } from 'preact'
import { type App, AppContext } from '#state/use-app.ts'
import { OrganizationsDialog } from './organizations-dialog.tsx'

/** Opens the dialog with the other organizations that this browser knows, from a part that has learned their texts. */
export function openOrganizations(app: App): void {
  const place = document.createElement('div')
  document.body.append(place)
  const close = () => {
    render(null, place)
    place.remove()
  }
  render(
    <AppContext value={app}>
      <OrganizationsDialog onClose={close} />
    </AppContext>,
    place,
  )
}
