import { useState } from 'react'
import { useReorder } from '#site/bookmarks/use-reorder.ts'
import { usePageData } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { SignInPictureForm } from './sign-in-picture-form.tsx'
import { SignInPictureRow, nameOf } from './sign-in-picture-row.tsx'
import type { signInPicturesData } from './sign-in-pictures-data.ts'
import { useSignInPictures } from './use-sign-in-pictures.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function SignInPicturesPage() {
  const { pictures, save, remove, show, saveOrder } = useSignInPictures(
    usePageData<typeof signInPicturesData>().pictures,
  )
  /** The id of the open picture, or `new`. */
  const [open, setOpen] = useState<string | null>(null)
  const order = useReorder({
    ids: pictures.map(({ id }) => id),
    nameOf: (id) => {
      const found = pictures.find((one) => one.id === id)
      return found ? nameOf(found) : ''
    },
    onShow: show,
    onCommit: (id, from) => void saveOrder(id, from),
  })
  const close = () => setOpen(null)
  return (
    <div className="max-w-5xl py-8 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-2xl font-semibold">Sign-in pictures</h1>
        <Button onClick={() => setOpen('new')}>
          <Icon name="plus" size={18} />
          Add a picture
        </Button>
      </div>
      <p className="mt-3 max-w-reading text-gray-600">
        Wide screens show a picture and a quote beside the <TextLink to="/auth/newauth">sign-in forms</TextLink>: one
        each day in this order. Days begin at midnight UTC.
      </p>
      {open === 'new' && (
        <div className="mt-6">
          <SignInPictureForm before={null} onSave={save} onClose={close} />
        </div>
      )}
      {pictures.length === 0 && open !== 'new' && (
        <EmptyState icon="image" title="No sign-in pictures yet">
          Until you add one, the sign-in pages show the site’s tagline.
        </EmptyState>
      )}
      <ol aria-label="Sign-in pictures" className="mt-6">
        {pictures.map((picture, index) =>
          open === picture.id ? (
            <li key={picture.id} className="py-3">
              <SignInPictureForm before={picture} onSave={save} onClose={close} />
            </li>
          ) : (
            <SignInPictureRow
              key={picture.id}
              picture={picture}
              index={index}
              of={pictures.length}
              order={order}
              onEdit={() => setOpen(picture.id)}
              onDelete={() => void remove(picture)}
            />
          ),
        )}
      </ol>
      <output aria-live="assertive" className="sr-only">
        {order.announcement}
      </output>
    </div>
  )
}
