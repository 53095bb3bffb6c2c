// @flow
import * as React from 'react';
import { resend } from './client';

type Props = { email: string };

export const Left = ({ email }: Props): React.Node => (
  <button onClick={() => resend.events.send({ event: 'user.lfet', email })}>Leave</button> // finds sent-unknown-event
);
