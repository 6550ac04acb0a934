import { picturesOf } from '#areas/uploads/pictures-of.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { addressKey } from '#http/networks.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { Refusal } from '#model/refusal.ts'
import { avatarUrl } from './present.ts'
import { avatarSizes } from './set-avatar.ts'
import { findUser } from './visibility.ts'

// Headers that keep a picture from running as a program, whatever it contains.
const pictureHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
  'content-type': 'image/png',
  'cross-origin-resource-policy': 'cross-origin',
}

const plain = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): PageReply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body,
})

/** Page with pictures of users. Open to everybody who knows the address: mails and notifications show them. */
export const avatarPicturePage: Page = {
  method: 'GET',
  path: '/user_avatars/:organization/:file',
  async answer(context) {
    const {
      services,
      path: { organization = '', file = '' },
    } = context
    const drawn = /^(\d+)-drawn(-medium)?\.png$/.exec(file)
    if (drawn) {
      const directory = await context.directory()
      const id = Number(drawn[1])
      if (organization === String(directory.organization.id) && directory.users.has(id)) {
        services.limits.countAgainst('drawn_avatar', `address ${addressKey(context.address)}`)
        const size = drawn[2] === undefined ? avatarSizes.small : avatarSizes.medium
        return drawnAvatar(services, directory, id, size)
      }
    }
    const key = `${organization}/${file}`
    const size = /^\d+\/\d+(-medium)?\.png$/.test(key) ? await services.outside.blobs.size(key) : undefined
    if (size === undefined) return plain(404, 'There is no such picture.')
    return {
      status: 200,
      headers: { ...pictureHeaders, 'content-length': String(size) },
      body: services.outside.blobs.open(key),
    }
  },
}

/**
 * Draws a picture for a user without one: the same for the same text, as clients can draw it too. Level 466. The
 * drawing is kept, so that repeated requests do not hold up other pictures.
 */
async function drawnAvatar(
  services: Services,
  { organization }: OrganizationDirectory,
  id: number,
  size: number,
): Promise<PageReply> {
  const { blobs } = services.outside
  const key = `${organization.id}/${id}-drawn-${size}.png`
  const kept = await blobs.size(key)
  if (kept !== undefined) {
    return {
      status: 200,
      headers: { ...pictureHeaders, 'content-length': String(kept) },
      body: blobs.open(key),
    }
  }
  const { toSvg } = await import('jdenticon')
  const drawing = Buffer.from(toSvg(`${organization.uuid}:${id}`, size))
  const body = await picturesOf(services, organization.id).scale(drawing, {
    width: size,
    height: size,
    fit: 'cover',
    format: 'png',
    animated: false,
  })
  if (!body) throw new Error('A picture could not be drawn.')
  await blobs.put(key, body)
  return { status: 200, headers: pictureHeaders, body }
}

function redirectTo(size: 'medium' | undefined) {
  return async (context: PageContext): Promise<PageReply> => {
    const { services, path } = context
    const directory = await context.directory()
    let viewer
    try {
      viewer = await context.caller('people:read')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
    if (!viewer)
      return plain(401, 'Sign in with your email address and API key to see pictures.', {
        'www-authenticate': 'Basic realm="tagma"',
      })
    const who = path.who ?? ''
    const user = await findUser(
      services.data.db,
      directory,
      viewer,
      /^\d{1,15}$/.test(who) ? Number(who) : who,
    )
    if (!user) return plain(404, 'No such user')
    const url = avatarUrl(user, { user: viewer, clientGravatar: false }, size) ?? ''
    return plain(302, '', { location: url, 'cache-control': 'private, max-age=60' })
  }
}

/** Page that redirects to a user's picture, by id or email address. */
export const avatarPage: Page = {
  method: 'GET',
  path: '/avatar/:who',
  answer: redirectTo(undefined),
}

export const mediumAvatarPage: Page = {
  method: 'GET',
  path: '/avatar/:who/medium',
  answer: redirectTo('medium'),
}
