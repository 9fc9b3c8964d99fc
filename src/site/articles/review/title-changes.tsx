type Head = { title: string; subtitle: string }

export function TitleChanges({ before, after }: { before: Head; after: Head }) {
  const fields = [
    { name: 'Title', was: before.title, is: after.title },
    { name: 'Subtitle', was: before.subtitle, is: after.subtitle },
  ]
  return <FieldChanges fields={fields.filter(({ was, is }) => was !== is)} />
}

/** What fields were and are, marked as deletion and insertion: struck through and underlined. */
export function FieldChanges({ fields }: { fields: readonly { name: string; was: string; is: string }[] }) {
  if (fields.length === 0) return null
  return (
    <dl className="mb-6 grid grid-cols-1 gap-3 rounded-md border border-gray-200 p-4 text-sm">
      {fields.map(({ name, was, is }) => (
        <div key={name}>
          <dt className="font-medium">{name}</dt>
          <dd dir="auto" className="mt-1 font-serif text-base wrap-anywhere">
            {was && <del className="bg-danger-50 text-danger-800">{was}</del>}{' '}
            {is && (
              <ins className="bg-primary-100 text-primary-900 decoration-primary-700 decoration-2 underline-offset-4">
                {is}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
