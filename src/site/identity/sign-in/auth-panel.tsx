import type { SignInPicture } from '#contract/banners.ts'
import { useShell } from '#site/page.ts'
import { Photo } from '#site/ui/photo.tsx'

/** From this length on a quote is set smaller. */
const LONG_QUOTE = 120

/** Fills its parent. Its text depends on its own width, so that a preview is exact. */
export function AuthPanel({ shown, sizes }: { shown: SignInPicture | null; sizes: string }) {
  const { site } = useShell()
  const picture = shown?.picture ?? null
  const quote = shown?.quote ?? ''
  return (
    <div className="@container relative size-full overflow-hidden bg-primary-900">
      {picture ? (
        <>
          <Photo picture={picture} sizes={sizes} className="absolute inset-0 size-full rounded-none!" />
          {quote && (
            <div className="absolute inset-x-0 bottom-0 h-3/4 bg-linear-to-t from-gray-900/90 to-transparent" />
          )}
        </>
      ) : (
        <Berries />
      )}
      <div className="relative flex h-full flex-col justify-end p-6 @md:p-14 @2xl:p-20">
        {quote ? (
          <Quote text={quote} attribution={shown?.attribution ?? ''} />
        ) : (
          !picture && <Line text={site.tagline || site.name} below={site.tagline && site.name} />
        )}
      </div>
    </div>
  )
}

function Quote({ text, attribution }: { text: string; attribution: string }) {
  return (
    <figure className="max-w-lg">
      <blockquote
        dir="auto"
        className={`font-serif tracking-tight text-balance wrap-anywhere text-white ${text.length > LONG_QUOTE ? 'text-lg @md:text-xl' : 'text-xl @md:text-3xl'}`}
      >
        {text}
      </blockquote>
      {attribution && (
        <figcaption dir="auto" className="mt-4 text-sm text-primary-100 @md:mt-6 @md:text-md">
          {attribution}
        </figcaption>
      )}
    </figure>
  )
}

function Line({ text, below }: { text: string; below: string }) {
  return (
    <>
      <p className="max-w-lg font-serif text-xl tracking-tight text-balance text-white @md:text-3xl" dir="auto">
        {text}
      </p>
      {below && <p className="mt-6 text-md text-primary-200">{below}</p>}
    </>
  )
}

/** The logo, enlarged as a background. */
function Berries() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className="absolute -end-[20%] -top-[12%] h-[85%] fill-primary-800 opacity-50">
      <path d="M16 11c-5-6 1-10 5-9-1 5-2 7-5 9Z" />
      {[
        [11.5, 14.5, 4],
        [20.5, 14.5, 4],
        [8.5, 21, 4],
        [16, 20.5, 4.2],
        [23.5, 21, 4],
        [12.2, 26.5, 3.8],
        [19.8, 26.5, 3.8],
      ].map(([x, y, r]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} className="stroke-primary-900" strokeWidth={0.2} />
      ))}
    </svg>
  )
}
