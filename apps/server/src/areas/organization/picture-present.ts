import type { OrganizationPicture, OrganizationRecord } from '#model/records.ts'
import type { Scaling } from '#ports/pictures.ts'

/** Names of the pictures in addresses and settings. */
export const pictureNames = { icon: 'icon', logo: 'logo', nightLogo: 'night_logo' } as const

const iconScaling = { width: 200, height: 200, fit: 'cover', format: 'png', animated: false } as const
const logoScaling = { width: 800, height: 200, fit: 'inside', format: 'png', animated: false } as const

/** The form in which uploaded pictures are kept. */
export const pictureScalings: Readonly<Record<OrganizationPicture, Scaling>> = {
  icon: iconScaling,
  logo: logoScaling,
  nightLogo: logoScaling,
}

/** Key of an uploaded picture. */
export const pictureKey = (organizationId: number, picture: OrganizationPicture, version: number) =>
  `${organizationId}/realm/${pictureNames[picture]}-${version}.png`

/** Address of one of the organization's pictures on its own host: uploaded or built-in. */
export function pictureUrl(
  { id, pictures }: Pick<OrganizationRecord, 'id' | 'pictures'>,
  picture: OrganizationPicture,
): string {
  // Dark backgrounds get the ordinary logo if there is no dark one.
  const shown = picture === 'nightLogo' && pictures.nightLogo === 0 ? 'logo' : picture
  const version = pictures[shown]
  if (version > 0) return `/user_avatars/${pictureKey(id, shown, version)}`
  return `/static/organization/${picture === 'icon' ? 'icon' : 'logo'}.png`
}

/** Source of a picture: `U` for uploaded, otherwise the letter of the built-in one. */
export const pictureSource = (
  { pictures }: Pick<OrganizationRecord, 'pictures'>,
  picture: OrganizationPicture,
) => (pictures[picture] > 0 ? 'U' : picture === 'icon' ? 'G' : 'D')
