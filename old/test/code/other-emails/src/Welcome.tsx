export const Welcome = (_: object) => <p>Hi</p>;
