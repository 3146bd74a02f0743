// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Token} from "./Token.sol";

/// As some well-known dollars do: a limit that stands has to be taken back before another one is set.
contract StubbornToken is Token {
    constructor(string memory name, string memory symbol, uint8 places, uint256 supply, address owner)
        Token(name, symbol, places, supply, owner)
    {}

    function approve(address spender, uint256 value) public override returns (bool) {
        require(value == 0 || allowance(msg.sender, spender) == 0, "Take the limit back first");
        return super.approve(spender, value);
    }
}
