import type { UploadedFile } from '@tagma/contract/define.ts'
import { limits } from '@tagma/contract/limits.ts'
import { picturesOf } from '#areas/uploads/pictures-of.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { OrganizationPicture, OrganizationRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateOrganization } from '#store/organization/organizations.ts'
import { pictureKey, pictureNames, pictureScalings, pictureSource, pictureUrl } from './picture-present.ts'

/** Gives the organization a new picture; returns its address. */
export async function uploadPicture(
  services: Services,
  directory: OrganizationDirectory,
  picture: OrganizationPicture,
  files: readonly UploadedFile[],
): Promise<string> {
  const {
    outside: { blobs },
    data: { transact },
  } = services
  const { id } = directory.organization
  const pictures = picturesOf(services, id)
  const [file] = files
  if (!file || files.length > 1) throw badRequest('You must upload exactly one file.')
  const limit = picture === 'icon' ? limits.maxIconFileSizeMib : limits.maxLogoFileSizeMib
  if (file.size > limit * 1024 * 1024)
    throw badRequest(`Uploaded file is larger than the allowed limit of ${limit} MiB`)
  const facts = await pictures.inspect(file.path)
  const scaled = facts && (await pictures.scale(file.path, pictureScalings[picture]))
  if (!scaled) throw new Refusal('BAD_IMAGE', 'Could not decode image; did you upload an image file?')

  const before = directory.organization.pictures[picture]
  // A version is never used twice, so that no client shows an old picture under a new address.
  const version = Math.max(before + 1, services.time.clock.now())
  await blobs.put(pictureKey(id, picture, version), scaled)
  await transact(id, (tx) => setPicture(tx, directory.organization, picture, version))
  if (before > 0) await blobs.remove([pictureKey(id, picture, before)])
  return pictureUrl(directory.organization, picture)
}

/** Goes back to the built-in picture. */
export async function removePicture(
  services: Services,
  directory: OrganizationDirectory,
  picture: OrganizationPicture,
): Promise<void> {
  const { id, pictures } = directory.organization
  const before = pictures[picture]
  if (before === 0) return
  await services.data.transact(id, (tx) => setPicture(tx, directory.organization, picture, 0))
  await services.outside.blobs.remove([pictureKey(id, picture, before)])
}

async function setPicture(
  tx: Tx,
  organization: OrganizationRecord,
  picture: OrganizationPicture,
  version: number,
): Promise<void> {
  await updateOrganization(tx, { [columns[picture]]: version })
  const after = { ...organization, pictures: { ...organization.pictures, [picture]: version } }
  tell(tx, after, picture)
  // The logo also replaces a missing dark logo, so that one changes with it.
  if (picture === 'logo' && after.pictures.nightLogo === 0) tell(tx, after, 'nightLogo')
}

const columns = { icon: 'icon_version', logo: 'logo_version', nightLogo: 'night_logo_version' } as const

function tell(tx: Tx, organization: OrganizationRecord, picture: OrganizationPicture): void {
  const name = pictureNames[picture]
  const data = {
    [`${name}_url`]: pictureUrl(organization, picture),
    [`${name}_source`]: pictureSource(organization, picture),
  }
  tx.emit({ type: 'realm', op: 'update_dict', property: name, data }, { everyone: true })
}
