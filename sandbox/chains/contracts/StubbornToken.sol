// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Token} from "./Token.sol";

/// A token like USDT: an allowance has to be set to 0 before it can be changed.
contract StubbornToken is Token {
    constructor(string memory name, string memory symbol, uint8 places, uint256 supply, address owner)
        Token(name, symbol, places, supply, owner)
    {}

    function approve(address spender, uint256 value) public override returns (bool) {
        require(value == 0 || allowance(msg.sender, spender) == 0, "Take the limit back first");
        return super.approve(spender, value);
    }
}
