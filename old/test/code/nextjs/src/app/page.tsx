import { signUp } from './(auth)/actions';
export default function Page() {
  return <form action={signUp}><input name="email" /></form>;
}
