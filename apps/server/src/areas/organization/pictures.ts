import type { OrganizationPicture, OrganizationRecord } from '#model/records.ts'

/** What each picture is called in addresses and settings. */
export const pictureNames = { icon: 'icon', logo: 'logo', nightLogo: 'night_logo' } as const

/** The key of an uploaded picture. */
export const pictureKey = (organizationId: number, picture: OrganizationPicture, version: number) =>
  `${organizationId}/realm/${pictureNames[picture]}-${version}.png`

/** The address of one of the organization's pictures on its own host: the uploaded one, or the built-in one. */
export function pictureUrl(
  { id, pictures }: Pick<OrganizationRecord, 'id' | 'pictures'>,
  picture: OrganizationPicture,
): string {
  // On dark backgrounds the other logo will do where there is none for them.
  const shown = picture === 'nightLogo' && pictures.nightLogo === 0 ? 'logo' : picture
  const version = pictures[shown]
  if (version > 0) return `/user_avatars/${pictureKey(id, shown, version)}`
  return `/static/organization/${picture === 'icon' ? 'icon' : 'logo'}.png`
}

/** Where a picture comes from: `U` uploaded, otherwise the letter of the built-in one. */
export const pictureSource = (
  { pictures }: Pick<OrganizationRecord, 'pictures'>,
  picture: OrganizationPicture,
) => (pictures[picture] > 0 ? 'U' : picture === 'icon' ? 'G' : 'D')
