import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Logo } from '#site/chrome/logo.tsx'
import { useShell } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { SetupForm } from './setup-form.tsx'

/** The way into the admin area: set-up for the holder of the one-time link, a word of help for everybody else. */
export default function AdminDoorPage() {
  const { viewer } = useShell()
  const token = useSetupToken()
  return (
    <section className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-12">
      <Logo />
      {viewer ? <SignedIn name={viewer.name} /> : token ? <SetUp token={token} /> : <NoToken />}
    </section>
  )
}

/** The token stands behind the hash, where no server and no log sees it; in hash mode, in the query behind it. */
function useSetupToken() {
  const { hash, search } = useLocation()
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    setToken(new URLSearchParams(hash.slice(1)).get('setup') ?? new URLSearchParams(search).get('setup'))
  }, [hash, search])
  return token
}

function SetUp({ token }: { token: string }) {
  return (
    <>
      <h1 className="mt-8 font-serif text-2xl font-semibold">Set up your site</h1>
      <p className="mt-3 mb-8 text-gray-600">You hold the one-time link, so you become the first admin.</p>
      <SetupForm token={token} />
    </>
  )
}

function SignedIn({ name }: { name: string }) {
  return (
    <>
      <h1 className="mt-8 font-serif text-2xl font-semibold" dir="auto">
        You are signed in, {name}
      </h1>
      <div className="mt-8">
        <ButtonLink to="/admin">Go to the admin area</ButtonLink>
      </div>
    </>
  )
}

function NoToken() {
  return (
    <>
      <h1 className="mt-8 font-serif text-2xl font-semibold">Admin sign-in</h1>
      <p className="mt-3 text-gray-600">
        A new site prints a one-time set-up link when it starts. Open that link to become its admin. Every start prints
        a new one until somebody has used it.
      </p>
      <div className="mt-8">
        <ButtonLink to="/" tone="quiet">
          Go to the home page
        </ButtonLink>
      </div>
    </>
  )
}
