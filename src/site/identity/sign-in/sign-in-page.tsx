import { usePageData, useShell } from '#site/page.ts'
import { AlreadySignedIn } from './already-signed-in.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { useNext } from './next-path.ts'
import type { signInData } from './sign-in-data.ts'
import { SignIn } from './sign-in.tsx'

export { authHead as head } from './auth-head.ts'

export default function SignInPage() {
  const methods = usePageData<typeof signInData>()
  const { viewer } = useShell()
  const next = useNext()
  return (
    <AuthFrame>
      {viewer ? <AlreadySignedIn viewer={viewer} next={next} /> : <SignIn methods={methods} next={next} />}
    </AuthFrame>
  )
}
